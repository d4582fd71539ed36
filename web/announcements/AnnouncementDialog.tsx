import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import {
  type Announcement,
  AnnouncementForm,
  announcements,
  LARGEST_PICTURE,
  PICTURE_TYPES,
} from "../../src/contract/announcements.ts";
import { call, upload } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Chips } from "../ui/Chips.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { noteAnnouncement } from "./announcements.ts";
import { dropPicture } from "./removal.ts";
import { usePriorities } from "./usePriorities.ts";
import css from "./AnnouncementsPage.module.css";

interface AnnouncementDialogProps {
  /** Without one, a new one is added. */
  announcement?: Announcement;
  onClose: () => void;
}

export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useLingui();
  const priorities = usePriorities();
  // As the server has it: saved already when only the picture did not go up.
  const kept = useRef(announcement);
  const [mediaName, setMediaName] = useState(announcement?.mediaName ?? null);
  const [file, setFile] = useState<File>();
  const form = useForm(AnnouncementForm, {
    start: announcement ? startOf(announcement) : { title: "", text: "", priority: "3", status: "true" },
    record: announcement,
    startOf,
    submit: async (typed, was) => {
      const had = kept.current;
      // What this dialog itself has saved is no change of somebody else's.
      kept.current = had
        ? await call(announcements.change, { id: had.id, was: Math.max(had.revision, was ?? 0), ...typed })
        : await call(announcements.add, typed);
      noteAnnouncement({ action: "update", record: kept.current });
      if (file) {
        kept.current = await upload(announcements.setPicture, { id: kept.current.id }, [file]);
        noteAnnouncement({ action: "update", record: kept.current });
      }
      toast.success(t`Informativo salvo com sucesso!`);
      onClose();
    },
  });
  const close = useUnsaved(form.isChanged || file !== undefined, onClose, { isBusy: form.busy });
  const drop = async () => {
    const record = kept.current && await dropPicture(kept.current);
    if (!record || !kept.current) return;
    // Where somebody else has changed it meanwhile, saving is to find that out.
    if (record.revision === kept.current.revision + 1) kept.current = record;
    setMediaName(null);
  };
  return (
    <Dialog
      title={announcement ? t`Editar informativo` : t`Novo informativo`}
      width={520}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {announcement ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField label={t`Título`} autoComplete="off" maxLength={100} {...form.text("title")} />
      <TextArea label={t`Texto`} rows={7} maxLength={5000} {...form.text("text")} />
      <div className={css.pair}>
        <Select
          label={t`Status`}
          options={[{ value: "true", label: t`Ativo` }, { value: "false", label: t`Inativo` }]}
          {...form.text("status")}
          disabled={form.busy}
        />
        <Select label={t`Prioridade`} options={priorities} {...form.text("priority")} disabled={form.busy} />
      </div>
      {file || !mediaName ? <Picture file={file} onFile={setFile} /> : (
        <div className={css.picture}>
          <Chips
            label={t`Imagem`}
            chips={[{ id: 0, name: mediaName, icon: Paperclip }]}
            onRemove={() => void drop()}
          />
        </div>
      )}
    </Dialog>
  );
}

function startOf({ title, text, priority, status }: Announcement) {
  return { title, text, priority: String(priority), status: String(status) as "true" | "false" };
}

/** A picture that goes up with the form. */
function Picture({ file, onFile }: { file?: File; onFile: (file?: File) => void }) {
  const { t } = useLingui();
  const address = useAddress(file);
  if (file) {
    return (
      <div className={css.picture}>
        {address && <img src={address} alt="" />}
        <Chips label={t`Imagem`} chips={[{ id: 0, name: file.name, icon: Paperclip }]} onRemove={() => onFile()} />
      </div>
    );
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (!PICTURE_TYPES.includes(chosen.type)) return toast.error(t`A imagem precisa ser PNG ou JPG.`);
    if (chosen.size > LARGEST_PICTURE) return toast.error(t`A imagem pode ter até 5 MB.`);
    onFile(chosen);
  };
  return (
    <div className={css.picture}>
      <FileTrigger acceptedFileTypes={[".png", ".jpg", ".jpeg"]} onSelect={(files) => choose(files?.[0])}>
        <Pressable>
          <Button icon={Paperclip}>
            <Trans>Anexar imagem</Trans>
          </Button>
        </Pressable>
      </FileTrigger>
      <small>
        <Trans>PNG ou JPG, até 5 MB</Trans>
      </small>
    </div>
  );
}

/** What the browser shows a chosen picture by. */
function useAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
