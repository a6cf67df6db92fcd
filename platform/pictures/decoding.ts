/** The process in which pictures are decoded: what a hostile one breaks is this process alone, and its memory goes with it. */
import { cleaned, narrowed, pixelsOf, sizeOf, spelledOut } from './decode.ts'
import { answerTasks } from './tasks.ts'

answerTasks(async (task) => {
  switch (task.does) {
    case 'measure':
      return pixelsOf(task.source)
    case 'size':
      return sizeOf(task.source)
    case 'clean':
      return cleaned(task.source)
    case 'narrow':
      return narrowed(task.source, task.width)
    case 'spell out':
      return spelledOut(task.source, task.longest)
    case 'draw':
      throw new Error('nothing is drawn where hostile pictures are decoded')
  }
})
