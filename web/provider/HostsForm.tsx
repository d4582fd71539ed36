import { useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { typed } from "../../src/contract/fields.ts";
import { PROVIDER_SETTINGS, providerSettings } from "../../src/contract/provider_settings.ts";
import type { Setting } from "../../src/contract/settings.ts";
import { hostsIn, notHosts } from "../../src/shared/host_list.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { useHeldForm } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

type HostsKey = "innerHosts" | "pushHosts";

/** What is said around the field. */
interface Words {
  form: string;
  field: string;
  placeholder: string;
  hint: string;
  save: string;
}

interface HostsFormProps {
  name: HostsKey;
  record: Setting;
  words: Words;
  onSaved: (record: Setting) => void;
  hold: (isChanged: boolean) => void;
}

/** A setting of the provider's that names hosts, separated by commas. */
export function HostsForm({ name, record, words, onSaved, hold }: HostsFormProps) {
  const { t } = useLingui();
  const startOf = ({ value }: Setting) => ({ value });
  const form = useForm(FORMS[name], {
    start: startOf(record),
    record,
    startOf,
    submit: async ({ value }, was) => {
      onSaved(await call(providerSettings.change, { key: name, value, was }));
      toast.success(t`Operação realizada com sucesso!`);
    },
  });
  useHeldForm(form, hold);
  const field = form.text("value"), wrong = notHosts(form.values.value ?? "").join(", ");
  return (
    <form {...form.props} className={css.form} aria-label={words.form}>
      <ChangedMeanwhile form={form} />
      <TextArea
        label={words.field}
        rows={2}
        maxLength={PROVIDER_SETTINGS[name].most}
        placeholder={words.placeholder}
        hint={words.hint}
        {...field}
        error={field.error && wrong ? t`Não é nome nem número IP: ${wrong}` : field.error}
      />
      <footer className={css.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {words.save}
        </Button>
      </footer>
    </form>
  );
}

const FORMS = { innerHosts: formOf("innerHosts"), pushHosts: formOf("pushHosts") };

function formOf(name: HostsKey) {
  const inOrder = z.pipe(
    typed(0, PROVIDER_SETTINGS[name].most),
    z.transform((list: string) => hostsIn(list).join(", ")),
  );
  const isGood = (list: string) => notHosts(list).length === 0;
  return z.object({ value: z.pipe(inOrder, z.string().check(z.refine(isGood))) });
}

/** A setting of the provider's as it is now. */
export async function readSetting(name: string): Promise<Setting> {
  return (await call(providerSettings.list)).find(({ key }) => key === name)!;
}
