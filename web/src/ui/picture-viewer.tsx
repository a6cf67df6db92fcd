/**
 * A picture over the whole screen.
 * It zooms by wheel, pinch, keys or buttons; Escape or its button closes it.
 */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { ActionIcon, Loader, Modal } from '@mantine/core'
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePicture } from '#web/lib/api/pictures.ts'
import type { DialogState } from '#web/ui/lazy-dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useZoom } from '#web/ui/use-zoom.ts'
import classes from './picture-viewer.module.css'

export interface PictureViewerProps extends DialogState {
  /** Server URL, as in views. */
  url: string
  alt: string
  title: string
  caption?: string
  /** Buttons, such as a download. */
  actions?: ReactNode
}

export function PictureViewer({ opened, close, title, ...shown }: PictureViewerProps) {
  return (
    <Modal.Root opened={opened} onClose={close} fullScreen transitionProps={{ duration: 100 }}>
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.content }}>
        <Shown title={title} {...shown} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mounted only while open, so that each opening starts unzoomed. */
function Shown({ url, alt, title, caption, actions }: Omit<PictureViewerProps, keyof DialogState>) {
  const { src, failed, retry } = usePicture(url)
  const { zoom, closer, farther, fit, stage } = useZoom()
  const transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
  return (
    <div className={classes.all}>
      <div className={classes.head}>
        <Modal.Title className={classes.title}>{title}</Modal.Title>
        <Modal.CloseButton aria-label="Close" size={44} iconSize={20} />
      </div>
      <div className={classes.stage} data-zoomed={zoom.scale > 1 || undefined} {...stage}>
        {src && <img className={classes.image} src={src} alt={alt} style={{ transform }} draggable={false} />}
        {!src && !failed && <Loader aria-label="Loading the picture" />}
        {failed && <ErrorState message="This picture did not come." retry={retry} />}
      </div>
      <div className={classes.foot}>
        <p className={classes.caption}>{caption}</p>
        <div className={classes.buttons}>
          <ActionIcon variant="default" size={44} aria-label="Zoom out" disabled={zoom.scale === 1} onClick={farther}>
            <IconZoomOut size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label="Fit to the screen" onClick={fit}>
            <IconZoomReset size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label="Zoom in" onClick={closer}>
            <IconZoomIn size={20} aria-hidden="true" />
          </ActionIcon>
          {actions}
        </div>
      </div>
    </div>
  )
}
