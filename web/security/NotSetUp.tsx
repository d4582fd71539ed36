import { useLingui } from "@lingui/react/macro";
import { Terminal } from "lucide-react";
import { Empty } from "../ui/Empty.tsx";

/** In the login's place, on a server that nobody has set up; how one does is said where it runs, not to strangers. */
export default function NotSetUp() {
  const { t } = useLingui();
  return (
    <Empty
      heading="h1"
      icon={Terminal}
      title={t`Este servidor ainda não foi preparado`}
      text={t`Quem o instalou vê, na saída do programa (ou no registro do serviço), um endereço que vale uma vez. Abra esse endereço para começar.`}
    />
  );
}
