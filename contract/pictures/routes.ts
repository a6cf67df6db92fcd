/** Routes of pictures: upload and download. */
import { file, upload } from '../http/route.ts'

export const pictureEndpointRoutes = {
  uploadPicture: upload('/auth/pictures', ['dispatcher', 'recycler', 'admin', 'driver']),
  picture: file('/auth/pictures/:id', ['dispatcher', 'recycler', 'admin', 'auditor']),
}
