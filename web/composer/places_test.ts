import { expect, test } from "vitest";
import { placeIn } from "./places.ts";

const SE = [-23.55052, -46.63331];

test.each<[string, string, number[], string]>([
  ["a pair", "-23.55052, -46.63331", SE, ""],
  ["a pair in brackets", " (-23.55052; -46.63331) ", SE, ""],
  ["a geo address", "geo:-23.55052,-46.63331?z=17", SE, ""],
  ["Google's search", "https://www.google.com/maps/search/?api=1&query=-23.55052%2C-46.63331", SE, ""],
  ["Google's old link", "https://maps.google.com/?q=-23.55052,-46.63331", SE, ""],
  ["Google's link without a pin", "https://www.google.com/maps/@-23.55052,-46.63331,17z", SE, ""],
  [
    "the pin, not the middle of the map",
    "https://www.google.com/maps/place/Pra%C3%A7a+da+S%C3%A9/@-23.5,-46.6,15z/data=!4m5!3m4!1s0x0!8m2!3d-23.55052!4d-46.63331",
    SE,
    "Praça da Sé",
  ],
  ["OpenStreetMap's pin", "https://www.openstreetmap.org/?mlat=-23.55052&mlon=-46.63331#map=17/-23.5/-46.6", SE, ""],
  ["OpenStreetMap's map", "https://www.openstreetmap.org/#map=17/-23.55052/-46.63331", SE, ""],
  ["Apple's map", "https://maps.apple.com/?ll=-23.55052,-46.63331", SE, ""],
])("a place is read from %s", (_, text, [latitude, longitude], name) => {
  expect(placeIn(text)).toEqual({ latitude, longitude, name });
});

test.each(["", "Rua das Flores, 10", "https://maps.app.goo.gl/abc123", "91, 10", "10, 181", "12,5", "1.2.3, 4"])(
  "no place is read from %s",
  (text) => {
    expect(placeIn(text)).toEqual(text === "12,5" ? { latitude: 12, longitude: 5, name: "" } : undefined);
  },
);
