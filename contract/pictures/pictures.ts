/** URLs and widths of pictures. */
import { pictureEndpointRoutes } from './routes.ts'

/**
 * Picture widths in px.
 * Screens request the narrowest picture that fills their space.
 */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Returns a picture's path by hash; it needs a staff token. */
export const pictureUrlOf = (hash: string): string => `/api${pictureEndpointRoutes.picture.path.replace(':id', hash)}`
