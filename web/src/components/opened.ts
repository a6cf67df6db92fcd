/** Whether a dialog is open, and what it is about; that stays while it fades away. */
import { useState } from 'react'

export interface Opened<S> {
  subject: S | null
  opened: boolean
  open(subject: S): void
  close(): void
}

export function useOpened<S>(): Opened<S> {
  const [subject, setSubject] = useState<S | null>(null)
  const [opened, setOpened] = useState(false)
  return {
    subject,
    opened,
    open(next) {
      setSubject(() => next)
      setOpened(true)
    },
    close: () => setOpened(false),
  }
}
