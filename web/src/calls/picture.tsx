/** A picture of the server in a place whose size is known before it comes. */
import { Button, Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './picture.module.css'
import { usePicture } from './pictures.ts'

export interface PictureProps {
  /** As views have it. */
  url: string
  alt: string
  /** CSS px that it is wide at most: no more is fetched than this screen can show there. */
  width: number
  /** Width by height of its place, such as 4 / 3. */
  ratio?: number
  /** Buttons on it, which appear under a pointer and with the focus, and always where there is no pointer. */
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
