export default function TicketsPage() {
  return null;
}
