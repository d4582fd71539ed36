import { Trans, useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { useState } from "react";
import { playerAddress } from "../../src/shared/video.ts";
import { Button } from "../ui/Button.tsx";
import css from "./HelpsPage.module.css";

/** A film from outside: nothing of it is loaded, and nobody there knows of this page, before somebody presses. */
export function Player({ video, title }: { video: string; title: string }) {
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(false);
  return (
    <div className={css.player}>
      {isPlaying
        ? (
          <iframe
            src={playerAddress(video)}
            title={t`Vídeo: ${title}`}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            // Players refuse pages that do not say where they are.
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          />
        )
        : (
          <>
            <Button variant="primary" icon={Play} onClick={() => setPlaying(true)}>
              <Trans>Assistir ao vídeo</Trans>
            </Button>
            <small>
              <Trans>O vídeo vem do YouTube.</Trans>
            </small>
          </>
        )}
    </div>
  );
}
