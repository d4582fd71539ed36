/** Stands for what is called up and not drawn yet: letters typed meanwhile are not for the screen below. */
export function OnItsWay() {
  return <span hidden data-covers="on-its-way" />;
}
