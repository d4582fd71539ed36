import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { MessageArea } from "../ui/MessageArea.tsx";
import { MenuPreview } from "./MenuPreview.tsx";

type TextName = "greetingMessage" | "complationMessage" | "outOfHoursMessage" | "ratingMessage";

interface ConnectionTextsProps {
  form: {
    values: { greetingMessage?: string };
    text: (name: TextName) => Pick<ComponentProps<typeof MessageArea>, "name" | "value" | "onText">;
  };
  /** Those between which its greeting lets customers choose. */
  queues: ComponentProps<typeof MenuPreview>["queues"];
}

/** What a connection says by itself: before its menu, at the end, when it is closed, and to be rated. */
export function ConnectionTexts({ form, queues }: ConnectionTextsProps) {
  const { t } = useLingui();
  const { greetingMessage = "" } = form.values;
  return (
    <>
      <MessageArea
        label={t`Mensagem de saudação`}
        hint={queues.length > 1
          ? t`Obrigatória com mais de uma fila: vem antes do menu.`
          : queues.length === 1
          ? t`Com uma fila só, vale a saudação da fila.`
          : t`A primeira resposta a quem escreve.`}
        rows={4}
        {...form.text("greetingMessage")}
      />
      <MenuPreview greeting={greetingMessage} queues={queues} />
      <MessageArea
        label={t`Mensagem de conclusão`}
        hint={t`Enviada quando o atendente encerra.`}
        {...form.text("complationMessage")}
      />
      <MessageArea
        label={t`Mensagem fora do horário`}
        hint={t`Enviada uma vez a quem escreve com a loja fechada.`}
        {...form.text("outOfHoursMessage")}
      />
      <MessageArea
        label={t`Mensagem de avaliação`}
        hint={t`Pede a nota de 1 a 3, se as avaliações estiverem ligadas.`}
        {...form.text("ratingMessage")}
      />
    </>
  );
}
