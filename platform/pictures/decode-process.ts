/**
 * Child process that decodes untrusted pictures.
 * A malicious picture can only crash this process, whose memory then ends too.
 */
import { writeFile } from 'node:fs/promises'
import { PRIVATE_MODES } from '../private-files.ts'
import { refusePicture, refuseTooManyPixels, refuseTooManyScans } from './check.ts'
import { decodePixels, readPictureSize, readPixelCount, reencodePicture, resizeToWidth } from './decode.ts'
import { openPictureFolders } from './folders.ts'
import { countJpegScans } from './scans.ts'
import { answerPictureTasks, type Picture, type PictureRefusal } from './tasks.ts'

const { waiting, find } = openPictureFolders(process.argv[2] as string)

answerPictureTasks(async (task) => {
  if (task.does === 'draw') throw new Error('the decoding process does not draw')
  if (task.does === 'take') return take(task.source)
  const { hash } = task
  const bytes = await find(hash)
  if (!bytes) return undefined
  switch (task.does) {
    case 'size':
      return { hash, ...(await readPictureSize(bytes)) }
    case 'narrow':
      return resizeToWidth(bytes, task.width)
    case 'spell out': {
      const { file } = task
      const { rgb, ...size } = await decodePixels(bytes, task.longest)
      await writeFile(file, rgb, { flag: 'wx', mode: PRIVATE_MODES.file })
      return { file, ...size }
    }
  }
})

async function take(source: string | Uint8Array): Promise<Picture | PictureRefusal> {
  const refused = (await refusePicture(source)) ?? (await tooMuch(source))
  if (refused) return refused
  const { bytes, ...size } = await reencodePicture(source)
  return { hash: await waiting.put(bytes), ...size }
}

async function tooMuch(source: string | Uint8Array): Promise<PictureRefusal | undefined> {
  const pixels = await readPixelCount(source)
  return refuseTooManyPixels(pixels) ?? refuseTooManyScans(await countJpegScans(source), pixels)
}
