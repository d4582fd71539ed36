import { Trans, useLingui } from "@lingui/react/macro";
import { milliseconds } from "date-fns/milliseconds";
import { LocateFixed } from "lucide-react";
import { useState } from "react";
import type { Place } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { placeIn } from "./places.ts";
import { sendPlace } from "./sending/sending.ts";
import css from "./PlaceDialog.module.css";

/** Where one is, or a place from a map's link or its coordinates. */
export default function PlaceDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [name, setName] = useState<string>();
  const [error, setError] = useState<string>();
  const [isLocating, setLocating] = useState(false);
  const place = placeIn(text);
  const shownName = name ?? place?.name ?? "";
  const locate = () => {
    setLocating(true);
    hereNow().then((here) => {
      setText(`${here.latitude.toFixed(6)}, ${here.longitude.toFixed(6)}`);
      setError(undefined);
    }, () => setError(t`O navegador não disse onde você está. Permita a localização ou cole um link do mapa.`))
      .finally(() => setLocating(false));
  };
  const close = useUnsaved(text !== "" || name !== undefined, onClose);
  return (
    <Dialog
      title={t`Enviar localização`}
      onClose={close}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          if (!place) return setError(t`Não há coordenadas neste texto. Cole o link inteiro do mapa.`);
          sendPlace(ticket, { ...place, name: shownName.trim() });
          onClose();
        },
      }}
      foot={
        <>
          <Button variant="secondary" onClick={close}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button type="submit" variant="primary" disabled={!text.trim()}>
            <Trans>Enviar</Trans>
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <TextField
          label={t`Link do mapa ou coordenadas`}
          hint={place ? `${place.latitude}, ${place.longitude}` : t`Do Google Maps, OpenStreetMap ou Apple Maps`}
          value={text}
          error={error}
          onText={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
        <Button variant="secondary" icon={LocateFixed} busy={isLocating} onClick={locate}>
          <Trans>Usar onde estou</Trans>
        </Button>
        <TextField label={t`Nome do lugar (opcional)`} maxLength={200} value={shownName} onText={setName} />
      </div>
    </Dialog>
  );
}

/** How long (ms) the device may search, and how old a place may be that it knows already. */
const SEARCH = { timeout: 15_000, maximumAge: milliseconds({ minutes: 1 }), enableHighAccuracy: true };

function hereNow(): Promise<Omit<Place, "name">> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator)) return reject(new Error("There is no geolocation"));
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, SEARCH);
  });
}
