/** Pictures by URL: where one is, and how wide it may be asked for. */
import { pictures } from '../lines/pictures.ts'

/** px; a screen asks for the narrowest that fills its place. */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Below the server's origin, of a picture by its hash. It is answered to whoever sends a token of staff with it. */
export const pictureUrl = (hash: string): string => `/api${pictures.picture.path.replace(':id', hash)}`
