/** Dialogs whose code comes when they are first wanted, so that the screen behind them is light. */
import { type ComponentType, useEffect, useState } from 'react'
import { toast } from './toasts.tsx'

export interface DialogState {
  opened: boolean
  close(): void
}

/** For the element that opens a dialog: its code comes as soon as a hand or the focus is on it. */
export interface Prefetching {
  onPointerEnter(): void
  onPointerDown(): void
  onFocus(): void
}

/** A dialog by its code, which is fetched once and drawn from the first opening on, so that it can close with grace. */
export function lazyDialog<P extends DialogState>(load: () => Promise<ComponentType<P>>) {
  // A failure is told when the dialog is wanted: then it is loaded again.
  const prefetch = () => void load().catch(() => undefined)
  const prefetching: Prefetching = { onPointerEnter: prefetch, onPointerDown: prefetch, onFocus: prefetch }

  function LazyDialog(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
    const { opened, close } = props
    // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function on every render
    useEffect(() => {
      if (!opened || Loaded) return
      load().then(
        (component) => setLoaded(() => component),
        () => {
          toast('error', 'This could not be opened', 'Check your connection, then try again.')
          close()
        },
      )
    }, [opened, Loaded])
    return Loaded && <Loaded {...props} />
  }

  return { Dialog: LazyDialog, prefetching }
}
