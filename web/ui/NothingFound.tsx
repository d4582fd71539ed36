import { Trans } from "@lingui/react/macro";
import { Button } from "./Button.tsx";
import { Empty } from "./Empty.tsx";

interface NothingFoundProps {
  title: string;
  /** Where was looked for what. */
  text: string;
  onClear: () => void;
}

/** A search that finds nothing, with the way back to everything. */
export function NothingFound({ title, text, onClear }: NothingFoundProps) {
  return (
    <Empty
      title={title}
      text={text}
      action={
        <Button variant="secondary" onClick={onClear}>
          <Trans>Limpar a busca</Trans>
        </Button>
      }
    />
  );
}
