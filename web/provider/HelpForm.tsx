import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type Help, HelpForm as HelpFields, helps } from "../../src/contract/helps.ts";
import { call } from "../call.ts";
import { noteHelp } from "../helps/helps.ts";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { askRemoval } from "./askRemoval.ts";
import { RecordForm } from "./RecordForm.tsx";
import { saysOnRefusal, showRemovalRefused } from "./refusals.ts";
import type { RecordOf } from "./useRecord.ts";
import css from "./RecordForm.module.css";

export function HelpForm({ edited }: { edited: RecordOf<Help> }) {
  const { t } = useLingui();
  const { record: help, show } = edited;
  const form = useForm(HelpFields, {
    start: help ? startOf(help) : { title: "", description: "", video: "" },
    record: help,
    startOf,
    submit: async (typed, was) => {
      const record = await (help ? call(helps.change, { id: help.id, was, ...typed }) : call(helps.add, typed));
      noteHelp({ action: "update", record });
      toast.success(t`Operação realizada com sucesso!`);
      show();
    },
    // As the specification has it.
    refused: saysOnRefusal(
      t`Não foi possível realizar a operação. Verifique se já existe um helpo com o mesmo nome ou se os campos foram preenchidos corretamente`,
    ),
  });
  return (
    <RecordForm
      label={t`Ajuda`}
      form={form}
      edited={edited}
      editing={help && t`Ajuda ${help.id}: ${help.title}`}
      onRemove={removeHelp}
    >
      <div className={css.wide}>
        <TextField
          label={t`Título`}
          autoComplete="off"
          maxLength={100}
          autoFocus={edited.round > 0}
          {...form.text("title")}
        />
      </div>
      <div className={css.wide}>
        <TextField
          label={t`Código do Vídeo`}
          hint={t`O código ou o endereço de um vídeo do YouTube`}
          autoComplete="off"
          maxLength={300}
          {...form.text("video")}
        />
      </div>
      <div className={css.whole}>
        <TextArea label={t`Descrição`} rows={3} maxLength={5000} {...form.text("description")} />
      </div>
    </RecordForm>
  );
}

function startOf({ title, description, video }: Help) {
  return { title, description, video };
}

async function removeHelp({ id }: Help): Promise<boolean> {
  if (!await askRemoval()) return false;
  try {
    await call(helps.remove, { id });
    noteHelp({ action: "delete", id });
    toast.success(t`Operação realizada com sucesso!`);
    return true;
  } catch (error) {
    showRemovalRefused(error);
    return false;
  }
}
