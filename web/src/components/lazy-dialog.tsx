/** Dialogs whose code comes when they are first wanted, so that the screen behind them is light. */
import { type ComponentType, useEffect, useState } from 'react'
import { withStyles } from './lost-styles.ts'
import { toast } from './toasts.tsx'

export interface DialogState {
  opened: boolean
  close(): void
}

type Load<P> = () => Promise<ComponentType<P>>

export interface LazyDialogProps<P> {
  /** Fetches the dialog's code; the same function on every render. */
  load: Load<P>
  props: P
}

/** A dialog that is drawn from its first opening on, so that it can close with grace. */
export function LazyDialog<P extends DialogState>({ load, props }: LazyDialogProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [drawn, setDrawn] = useState(false)
  const { opened, close } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function on every render
  useEffect(() => {
    if (!opened || Loaded) return
    withStyles(load).then(
      (component) => setLoaded(() => component),
      () => {
        toast('error', 'This could not be opened', 'Check your connection, then try again.')
        close()
      },
    )
  }, [opened, Loaded, load])
  // It is drawn closed first: a dialog that begins open does not know where the focus came from.
  useEffect(() => setDrawn(Loaded !== null), [Loaded])
  return Loaded && <Loaded {...props} opened={opened && drawn} />
}

/** For the element that opens a dialog: the code comes as soon as a hand or the focus is on it. */
export function prefetching<P>(load: Load<P>) {
  // A failure is told when the dialog is wanted: then it is loaded again.
  const prefetch = () => void withStyles(load).catch(() => undefined)
  return { onPointerEnter: prefetch, onPointerDown: prefetch, onFocus: prefetch }
}
