/** Routes of pictures: upload and download. */
import { defineFileRoute, defineUploadRoute } from '../http/route.ts'

export const pictureEndpointRoutes = {
  uploadPicture: defineUploadRoute('/auth/pictures', ['dispatcher', 'recycler', 'admin', 'driver']),
  picture: defineFileRoute('/auth/pictures/:id', ['dispatcher', 'recycler', 'admin', 'auditor']),
}
