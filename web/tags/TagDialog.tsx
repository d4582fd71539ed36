import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type Tag, TagForm, tags } from "../../src/contract/tags.ts";
import { call } from "../call.ts";
import { ColorField } from "../ui/ColorField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { PRESETS } from "./colors.ts";
import { TagChip } from "./TagChip.tsx";
import { noteTag } from "./tags.ts";
import css from "./TagDialog.module.css";

interface TagDialogProps {
  /** Without one, a new one is added. */
  tag?: Tag;
  /** The colour that a new one begins with. */
  color?: string;
  onClose: () => void;
}

export function TagDialog({ tag, color = PRESETS[0].color, onClose }: TagDialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm(TagForm, {
    start: { name: tag?.name ?? "", color: tag?.color ?? color },
    words: { too_short: msg`Mensagem muito curta`, required: msg`Obrigatório` },
    record: tag,
    startOf: ({ name, color }) => ({ name, color }),
    submit: async (typed, was) => {
      const record = await (tag ? call(tags.change, { id: tag.id, was, ...typed }) : call(tags.add, typed));
      noteTag({ action: "update", record });
      toast.success(t`Tag salva com sucesso!`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const { name = "", color: chosen = "" } = form.values;
  return (
    <Dialog
      title={tag ? t`Editar tag` : t`Nova tag`}
      width={420}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <>
          <span className={css.looks}>
            <TagChip tag={{ name: name.trim() || t`Nova tag`, color: chosen }} />
          </span>
          <FormFoot onCancel={close} busy={form.busy}>
            {tag ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
          </FormFoot>
        </>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField label={t`Nome`} autoComplete="off" {...form.text("name")} />
      <ColorField
        label={t`Cor`}
        presets={PRESETS.map(({ color, name }) => ({ color, name: i18n._(name) }))}
        value={chosen}
        onColor={(color) => form.change("color", color)}
        disabled={form.busy}
      />
    </Dialog>
  );
}
