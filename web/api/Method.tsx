import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EXAMPLE_LANGUAGES, type ExampleLanguage, type ExampleOf, exampleOf } from "../../src/contract/api_examples.ts";
import { copyText } from "../ui/copyText.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Segments } from "../ui/Segments.tsx";
import css from "./ApiPage.module.css";

interface MethodProps {
  what: ExampleOf["what"];
  /** `/api/messages/send` */
  path: string;
  title: string;
  contentType: string;
  body: string;
  /** What is said before it. */
  children?: ReactNode;
}

/** A call of the API with its parts, and an example in every language. */
export function Method({ what, path, title, contentType, body, children }: MethodProps) {
  const { t } = useLingui();
  const [language, setLanguage] = useState<ExampleLanguage>("curl");
  const endpoint = `${location.origin}${path}`, example = exampleOf({ what, language, endpoint });
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Segments
          label={t`Exemplo em`}
          value={language}
          onValue={setLanguage}
          options={EXAMPLE_LANGUAGES.map((value) => ({ value, label: value }))}
        />
        <IconButton label={t`Copiar o exemplo`} icon={Copy} onClick={() => void copyText(example)} />
      </header>
      <div className={css.method}>
        {children}
        <dl>
          <dt>Endpoint</dt>
          <dd>
            <code>{endpoint}</code>
          </dd>
          <dt>
            <Trans>Método</Trans>
          </dt>
          <dd>
            <code>POST</code>
          </dd>
          <dt>Headers</dt>
          <dd>
            <code>Authorization: Bearer (token), Content-Type: {contentType}</code>
          </dd>
          <dt>Body</dt>
          <dd>
            <code>{body}</code>
          </dd>
        </dl>
        <pre className={css.code} tabIndex={0} role="region" aria-label={t`Exemplo em ${language}`}>{example}</pre>
      </div>
    </section>
  );
}
