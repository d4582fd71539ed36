import { Trans, useLingui } from "@lingui/react/macro";
import { Cloud, Folder, Trash2 } from "lucide-react";
import type { BackupPlaces } from "../../src/contract/backups.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { PlaceFault } from "./PlaceFault.tsx";

interface PlaceRowProps {
  place: BackupPlaces["places"][number];
  onRemove: () => void;
}

export function PlaceRow({ place: { kind, place, isOnSameDisk, fault, claimed, isEmptied }, onRemove }: PlaceRowProps) {
  const { t } = useLingui();
  const Icon = kind === "folder" ? Folder : Cloud;
  return (
    <li>
      <Icon size={16} aria-hidden />
      <span>
        <b>{place}</b>
        {isOnSameDisk && (
          <small>
            <Trans>No mesmo disco que os dados: acrescente outro lugar.</Trans>
          </small>
        )}
        {fault && (
          <small data-tone="danger">
            <PlaceFault fault={fault} claimed={claimed} isEmptied={isEmptied} />
          </small>
        )}
      </span>
      <IconButton label={t`Retirar ${place}`} icon={Trash2} onClick={onRemove} />
    </li>
  );
}
