/** The pictures' endpoints, as lines: how they come in and are shown. */
import { file, upload } from '../door/line.ts'

export const pictures = {
  uploadPicture: upload('/auth/pictures', ['dispatcher', 'recycler', 'admin']),
  picture: file('/auth/pictures/:id', ['dispatcher', 'recycler', 'admin', 'auditor']),
}
