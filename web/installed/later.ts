/** What no first screen waits for: what lies above it, and what the app is when it is installed. */
import "../ui/overlays.ts";
import { startInstalled } from "./start.ts";

startInstalled();
