/** A page that is still on its way: looks as index.html does before any script ran. */
export function LoadingPage() {
  return (
    <output className="ws-loading" aria-live="polite">
      <span>Loading...</span>
    </output>
  )
}
