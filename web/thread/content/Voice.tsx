import { useLingui } from "@lingui/react/macro";
import { atom, useAtomValue } from "jotai";
import { Pause, Play } from "lucide-react";
import { useMemo } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { nextSpeed, playbackAtom, seek, soundOf, speedAtom, togglePlay } from "../player.ts";
import { lengthText } from "../../ui/sizes.ts";
import { unpackWaveform } from "../../composer/voice/loudness.ts";
import { Meta } from "../messages/Meta.tsx";
import css from "./Voice.module.css";

/** Bars where the sender told of none. */
const BARS = 46;

/** A sound with its length, a place to jump in it and its speed. */
export function Voice({ message }: { message: Message }) {
  const { t, i18n } = useLingui();
  const playback = useOwnPlayback(soundOf(message));
  const speed = useAtomValue(speedAtom);
  const seconds = playback?.length || message.media?.seconds || 0;
  const at = playback?.at ?? 0;
  const length = lengthText(seconds);
  const isPlaying = playback?.isPlaying ?? false;
  const isVoice = message.kind === "voice";
  const what = isVoice ? t`mensagem de voz, ${length}` : t`áudio, ${length}`;
  return (
    <>
      <div className={css.voice}>
        <button
          type="button"
          className={css.play}
          aria-label={isPlaying ? t`Pausar: ${what}` : t`Ouvir: ${what}`}
          disabled={message.id < 0}
          onClick={() => togglePlay(message)}
        >
          {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        </button>
        <span className={css.wave}>
          <Bars message={message} share={seconds ? at / seconds : 0} />
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            aria-label={t`Posição`}
            aria-valuetext={t`${lengthText(at)} de ${length}`}
            value={seconds ? Math.min(1, at / seconds) : 0}
            disabled={message.id < 0}
            onChange={(event) => seek(message, Number(event.target.value))}
          />
        </span>
        <button
          type="button"
          className={css.speed}
          aria-label={t`Velocidade ${speed.toLocaleString(i18n.locale)}×`}
          onClick={nextSpeed}
        >
          {speed.toLocaleString(i18n.locale)}×
        </button>
      </div>
      <div className={css.foot}>
        <span>{playback ? `${lengthText(at)} / ${length}` : length}</span>
        <Meta message={message} />
      </div>
    </>
  );
}

/** Draws again only when this very sound moves on. */
function useOwnPlayback(sound: string) {
  return useAtomValue(useMemo(() =>
    atom((get) => {
      const now = get(playbackAtom);
      return now?.of === sound ? now : null;
    }), [sound]));
}

/** How loud the voice is along its length, and how much was heard. For a sound that tells nothing bars are only drawn. */
function Bars({ message: { id, media }, share }: { message: Message; share: number }) {
  const waveform = media?.waveform ?? "";
  const heights = useMemo(() => unpackWaveform(waveform)?.map(heightOf) ?? heightsFor(id), [waveform, id]);
  return (
    <svg viewBox={`0 0 ${heights.length * 4} 28`} preserveAspectRatio="none" aria-hidden>
      {heights.map((height, i) => (
        <rect
          key={i}
          x={i * 4}
          y={14 - height / 2}
          width={2}
          height={height}
          rx={1}
          data-played={i < share * heights.length || undefined}
        />
      ))}
    </svg>
  );
}

/** From a loudness of 0 to 100 to pixels. */
function heightOf(loudness: number): number {
  return 3 + Math.round(loudness * 0.24);
}

function heightsFor(seed: number): number[] {
  return Array.from({ length: BARS }, (_, i) => {
    const slow = Math.sin((i + seed % 17) / 4.3) * 5;
    const quick = Math.sin((i + 1) * (seed % 13 + 2) * 1.7) * 4;
    return Math.max(4, Math.round(12 + slow + quick));
  });
}
