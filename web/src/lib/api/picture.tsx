/** A picture of the server in a box of known size. */
import { Button, Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './picture.module.css'
import { usePicture } from './pictures.ts'

export interface PictureProps {
  /** Server URL, as in views. */
  url: string
  alt: string
  /** Largest width in CSS px; the picture loads in no larger size than needed. */
  width: number
  /** Width divided by height of the box, such as 4 / 3. */
  ratio?: number
  /**
   * Buttons on the picture.
   * They appear on hover and focus, and always on touch screens.
   */
  actions?: ReactNode
}

export function Picture({ url, alt, width, ratio = 4 / 3, actions }: PictureProps) {
  const { src, failed, retry } = usePicture(url, width)
  return (
    <div className={classes.place} style={{ aspectRatio: ratio, maxWidth: width }} aria-busy={!src && !failed}>
      {src && <img className={classes.image} src={src} alt={alt} decoding="async" />}
      {src && actions && <div className={classes.actions}>{actions}</div>}
      {!src && !failed && <Skeleton height="100%" />}
      {failed && (
        <div className={classes.failed} role="alert">
          <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
          <p>This picture did not come.</p>
          <Button variant="default" mih={44} onClick={retry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
