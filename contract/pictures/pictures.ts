/** URLs and widths of pictures. */
import { pictureEndpointRoutes } from './routes.ts'

/** Widths of pictures in px. A screen requests the narrowest picture that fills its space. */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Returns the path of a picture by its hash. Requests for it need a staff token. */
export const pictureUrlOf = (hash: string): string => `/api${pictureEndpointRoutes.picture.path.replace(':id', hash)}`
