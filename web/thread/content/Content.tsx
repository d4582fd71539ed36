import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { onlyEmojis } from "../onlyEmojis.ts";
import { signatureOf } from "../../composer/signature.ts";
import { ContactCards } from "./ContactCards.tsx";
import { DocumentCard } from "./DocumentCard.tsx";
import { LongText } from "./LongText.tsx";
import { type DrawWords, Marked } from "./Marked.tsx";
import { MediaAbsent } from "./MediaAbsent.tsx";
import { Meta } from "../messages/Meta.tsx";
import { Photo } from "./Photo.tsx";
import { PlaceCard } from "./PlaceCard.tsx";
import { Video } from "./Video.tsx";
import { Voice } from "./Voice.tsx";
import css from "../messages/Bubble.module.css";

/** What a message carries, with its text and its time. */
export function Content({ message, words }: { message: Message; words?: DrawWords }) {
  const { kind, media } = message;
  if (media && media.state !== "ready") return below(message, <MediaAbsent message={message} media={media} />);
  switch (kind) {
    case "text":
      return below(message, null, words);
    case "image":
    case "sticker":
      return below(message, <Photo message={message} />, words);
    case "video":
      return below(message, <Video message={message} />, words);
    case "audio":
    case "voice":
      return <Voice message={message} />;
    case "document":
      return <DocumentCard message={message} />;
    case "location":
      return below({ ...message, body: "" }, <PlaceCard message={message} />);
    case "contact":
      return below({ ...message, body: "" }, <ContactCards cards={message.cards} />);
    default:
      return below(message, <Unsupported kindName={message.kindName} />);
  }
}

/** Something drawn, with the text and the time below it. */
function below(message: Message, drawn: ReactNode, words?: DrawWords) {
  const signature = message.fromMe ? signatureOf(message.body) : "";
  const text = message.body.slice(signature.length);
  const emojis = drawn === null ? onlyEmojis(text) : 0;
  if (emojis > 0) {
    return (
      <>
        {signature && (
          <p className={css.text}>
            <Marked text={signature.trim()} />
          </p>
        )}
        <p className={css.text} data-emojis={emojis}>
          {text}
          <Meta message={message} />
        </p>
      </>
    );
  }
  return (
    <>
      {drawn}
      <p className={css.text}>
        <LongText message={message} words={words} />
        <Meta message={message} />
      </p>
    </>
  );
}

function Unsupported({ kindName }: { kindName: string }) {
  return (
    <p className={css.unsupported}>
      <Trans>Mensagem não suportada</Trans>
      {kindName && ` (${kindName})`}
    </p>
  );
}
