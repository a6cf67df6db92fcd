/** Which style the installation draws its map with. */
import { urlOf } from '#web/calls/request.ts'

/** Undefined where it has none of its own, or nobody can be asked. */
export async function mapStyleUrl(): Promise<string | undefined> {
  // Without an answer the map is drawn without streets, as in a city that has no style.
  const answer = await fetch(urlOf('city')).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json()) as { mapStyleUrl?: string }).mapStyleUrl
}
