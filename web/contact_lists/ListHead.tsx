import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, BadgeCheck, FileClock, FileUp, Plus } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";
import type { ListImport } from "../../src/contract/contact_lists.ts";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";

interface ListHeadProps {
  last: ListImport | undefined;
  /** Left out while there is nothing to check, or it is being checked. */
  onCheck: (() => void) | undefined;
  onFile: (file: File) => void;
  onLast: (last: ListImport) => void;
  onNew: () => void;
}

/** What can be done on a list's page. */
export function ListHead({ last, onCheck, onFile, onLast, onNew }: ListHeadProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <HeadButton icon={ArrowLeft} label={t`Listas`} onClick={() => navigate("/contact-lists")} />
      {last && <IconButton label={t`Última importação`} icon={FileClock} onClick={() => onLast(last)} />}
      {onCheck && <IconButton label={t`Verificar números`} icon={BadgeCheck} onClick={onCheck} />}
      <HeadButton icon={FileUp} label={t`Importar`} onClick={() => picker.current!.click()} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t`Planilha`}
        accept=".xls,.xlsx,.csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button variant="primary" icon={Plus} aria-label={t`Adicionar`} onClick={onNew}>
        <span className="only-wide">
          <Trans>Adicionar</Trans>
        </span>
      </Button>
    </>
  );
}

function HeadButton({ icon, label, onClick }: { icon: typeof Plus; label: string; onClick: () => void }) {
  return (
    <Button variant="secondary" icon={icon} aria-label={label} onClick={onClick}>
      <span className="only-wide">{label}</span>
    </Button>
  );
}
