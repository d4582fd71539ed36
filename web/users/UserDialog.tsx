import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { getDefaultStore, useAtomValue } from "jotai";
import { Suspense, useEffect, useState } from "react";
import { type QueueRow, queues } from "../../src/contract/queues.ts";
import { NewUserForm, type User, UserForm, users } from "../../src/contract/users.ts";
import { call } from "../call.ts";
import { reloadMe, useMay, useMe } from "../session.ts";
import { queuesAtom } from "../tickets/choices.ts";
import { PASSWORD_FAULTS } from "../security/faults.ts";
import { PasswordFields } from "../security/PasswordFields.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { profileText, userList } from "./users.ts";
import css from "./UserDialog.module.css";

type Edited = Pick<User, "id" | "name" | "email" | "profile" | "queues"> & { revision?: number };

/** Adds a user or changes one; everybody may change their own name, e-mail and password (spec 2 §2, Users). */
export default function UserDialog({ user, of, onClose }: {
  user?: Edited;
  /** Their company, where a super user opens another one's. */
  of?: { id: number; name: string };
  onClose: () => void;
}) {
  const { t } = useLingui();
  const me = useMe(), isOther = of !== undefined && of.id !== me.companyId;
  const isOwn = !isOther && user?.id === me.id;
  const mayProfile = useMay("user-modal:editProfile"), mayQueues = useMay("user-modal:editQueues");
  const form = useUserForm(user, isOther ? of.id : undefined, onClose);
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const chosen = form.values.queueIds ?? [];
  // The server knows best: somebody else may have changed the e-mail meanwhile.
  const needsOwnPassword = isOwn &&
    (isGuarded(form.values, user.email) || Boolean(form.problemOn("currentPassword")));
  /** Who puts back what asked for the password is not asked for it any more. */
  const guarded = (name: "email" | "password") => ({
    ...form.text(name),
    onText: (text: string) => {
      form.change(name, text);
      if (user && !isGuarded({ ...form.values, [name]: text }, user.email)) form.change("currentPassword", "");
    },
  });
  return (
    <Dialog
      title={user ? t`Editar usuário` : t`Adicionar usuário`}
      width={440}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          {user ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
        </FormFoot>
      }
    >
      <ChangedMeanwhile form={form} />
      <TextField label={t`Nome`} autoComplete="off" {...form.text("name")} />
      <TextField label={t`E-mail`} type="email" autoComplete="off" {...guarded("email")} />
      <PasswordFields
        words={[form.values.name ?? "", form.values.email ?? "", of?.name ?? me.company.name]}
        isNew={!user}
        current={needsOwnPassword ? form.text("currentPassword") : undefined}
        field={guarded("password")}
      />
      {mayProfile && (
        <Select
          label={t`Perfil`}
          options={(["user", "admin"] as const).map((value) => ({ value, label: profileText(value) }))}
          {...form.text("profile")}
          disabled={form.busy}
        />
      )}
      {mayQueues && (
        <Suspense fallback={<Skeleton width="100%" height={72} />}>
          <Queues
            of={isOther ? of.id : undefined}
            chosen={chosen}
            disabled={form.busy}
            onChosen={(queueIds) => form.change("queueIds", queueIds)}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

const WORDS = {
  too_short: msg`Muito curto`,
  too_long: msg`Muito longo`,
  taken: msg`Este e-mail já está em uso`,
  ...PASSWORD_FAULTS,
};

/** What is typed about a user, saved by the server as one who is new or changed. */
function useUserForm(user: Edited | undefined, companyId: number | undefined, onSaved: () => void) {
  const { t } = useLingui();
  const me = useMe(), mayQueues = useMay("user-modal:editQueues");
  return useForm(user ? UserForm : NewUserForm, {
    start: fieldsOf(user),
    record: user,
    startOf: fieldsOf,
    words: WORDS,
    submit: async (form, was) => {
      // Nobody serves a queue that was deleted meanwhile.
      const known = mayQueues ? (await queuesOf(companyId)).map(({ id }) => id) : [];
      const typed = { ...form, companyId, queueIds: form.queueIds?.filter((id) => known.includes(id)) };
      const saved = await (user
        ? call(users.change, { id: user.id, was, ...typed })
        : call(users.add, { ...typed, password: typed.password ?? "" }));
      if (!companyId && saved.id === me.id) {
        await reloadMe();
      }
      userList.refresh();
      toast.success(t`Usuário salvo com sucesso!`);
      onSaved();
    },
  });
}

/** Whether it changes how somebody logs in. Who logs in with an address may type it in capitals. */
function isGuarded(typed: { email?: string; password?: string }, email: string): boolean {
  return Boolean(typed.password) || typed.email?.trim().toLowerCase() !== email;
}

function fieldsOf(user?: Edited) {
  return {
    name: user?.name ?? "",
    email: user?.email ?? "",
    password: "",
    currentPassword: "",
    profile: user?.profile ?? "user",
    queueIds: user?.queues.map(({ id }) => id) ?? [],
  };
}

function queuesOf(companyId: number | undefined): Promise<QueueRow[]> | QueueRow[] {
  return companyId ? call(queues.list, { companyId }) : getDefaultStore().get(queuesAtom);
}

interface QueuesProps {
  /** Another company than one's own. */
  of?: number;
  chosen: readonly number[];
  disabled: boolean;
  onChosen: (queueIds: number[]) => void;
}

function Queues({ of, ...props }: QueuesProps) {
  return of ? <OthersQueues of={of} {...props} /> : <OwnQueues {...props} />;
}

function OwnQueues(props: Omit<QueuesProps, "of">) {
  return <QueueBoxes queues={useAtomValue(queuesAtom)} {...props} />;
}

function OthersQueues({ of, ...props }: QueuesProps) {
  const [rows, setRows] = useState<readonly QueueRow[]>([]);
  useEffect(() => void Promise.resolve(queuesOf(of)).then(setRows, showError), [of]);
  return <QueueBoxes queues={rows} {...props} />;
}

function QueueBoxes({ queues, chosen, disabled, onChosen }: Omit<QueuesProps, "of"> & { queues: readonly QueueRow[] }) {
  if (queues.length === 0) return null;
  return (
    <fieldset className={css.queues}>
      <legend>
        <Trans>Filas</Trans>
      </legend>
      {queues.map(({ id, name, color }) => (
        <Checkbox
          key={id}
          hue={color}
          disabled={disabled}
          checked={chosen.includes(id)}
          onChecked={(on) => onChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}
