/**
 * Child process that draws boxes on our pictures.
 * It can read SVG, so it never receives untrusted files.
 */
import { drawBoxes } from './draw.ts'
import { openPictureFolders } from './folders.ts'
import { answerTasks } from './tasks.ts'

const { kept, find } = openPictureFolders(process.argv[2] as string)

answerTasks(async (task) => {
  if (task.does !== 'draw') throw new Error('the drawing process does not decode')
  const bytes = await find(task.hash)
  return bytes && kept.put(await drawBoxes(bytes, task.boxes))
})
