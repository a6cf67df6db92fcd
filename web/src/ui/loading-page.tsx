/** Loading page; equals the one of index.html before any script runs. */
export function LoadingPage() {
  return (
    <output className="ws-loading" aria-live="polite">
      <span>Loading...</span>
    </output>
  )
}
