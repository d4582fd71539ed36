import { Trans, useLingui } from "@lingui/react/macro";
import { LoginForm } from "../../src/contract/access.ts";
import { login } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";

export default function LoginPage() {
  const { t } = useLingui();
  const form = useForm(LoginForm, { start: {}, submit: login, delay: 0 });
  return (
    <form {...form.props}>
      <TextField label={t`E-mail`} type="email" {...form.text("email")} />
      <TextField label={t`Senha`} type="password" {...form.text("password")} />
      <Button type="submit" busy={form.busy}>
        <Trans>Entrar</Trans>
      </Button>
    </form>
  );
}
