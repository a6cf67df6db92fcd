/** A window within the page, as wide and as high as a device: what is drawn in it belongs to the app and is laid out for that size. */
import { MantineThemeProvider, Portal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { mirrorStyles } from './mirrored-styles.ts'

const EMPTY = '<!doctype html><html lang="en"><head><title>Demo</title></head><body></body></html>'

export interface ScreenFrameProps {
  title: string
  className?: string | undefined
  children: ReactNode
}

export function ScreenFrame({ title, className, children }: ScreenFrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <iframe
      title={title}
      className={className}
      srcDoc={EMPTY}
      onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body ?? null)}
    >
      {body && createPortal(<InFrame body={body}>{children}</InFrame>, body)}
    </iframe>
  )
}

function InFrame({ body, children }: { body: HTMLElement; children: ReactNode }) {
  const [isDressed, setIsDressed] = useState(false)
  useEffect(() => {
    const stop = mirrorStyles(document, body.ownerDocument)
    setIsDressed(true)
    return stop
  }, [body])
  // Dialogs and hints open in the window that they are of.
  const theme = { components: { Portal: Portal.extend({ defaultProps: { target: body } }) } }
  return (
    isDressed && (
      <MantineThemeProvider theme={theme} inherit>
        <main>{children}</main>
      </MantineThemeProvider>
    )
  )
}
