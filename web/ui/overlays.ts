/**
 * All that react-aria draws above a page, in one part that comes when the page is there: nothing lies above it at first
 * (interface.md, Weight).
 */
export { MenuSurface } from "./MenuSurface.tsx";
export { ModalSurface } from "./ModalSurface.tsx";
export { DialogInPopover, PopoverSurface } from "./PopoverSurface.tsx";
export { SelectField } from "./SelectField.tsx";
export { SelectSurface } from "./SelectSurface.tsx";
