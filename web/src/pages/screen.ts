/**
 * A lazy screen by the name of its export.
 * It loads with retries, and renders at once if it has loaded before.
 */

import { type ComponentType, lazy } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { loadWithRetry, loadWithStyles } from '#web/ui/lazy.ts'

type Module<P> = { default: ComponentType<P> }

export function screen<K extends string, P = object>(load: () => Promise<Record<K, ComponentType<P>>>, name: K) {
  let fetched: Module<P> | undefined
  async function fetchIt(): Promise<Module<P>> {
    fetched = { default: lookUp(await loadWithStyles(load), name) as ComponentType<P> }
    return fetched
  }
  const atOnce = (module: Module<P>) =>
    // biome-ignore lint/suspicious/noThenProperty: React accepts any thenable; this one skips the flash of 'Loading...'
    ({ then: (answer: (module: Module<P>) => void) => answer(module) }) as PromiseLike<Module<P>> as Promise<Module<P>>
  return Object.assign(
    lazy(() => (fetched ? atOnce(fetched) : loadWithRetry(fetchIt))),
    { load: fetchIt },
  )
}
