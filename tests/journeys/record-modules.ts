/** Module preloaded into a server. It writes the URL of each module that the main thread loads once it listens. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Server } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const { MODULES_FILE } = process.env
if (isMainThread && MODULES_FILE) {
  let isOpen = false
  const { listen } = Server.prototype
  // Servers that listen on a path, such as the backup socket, are ignored. Only servers on a port count.
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    isOpen ||= typeof args[0] === 'number'
    return Reflect.apply(listen, this, args)
  } as typeof listen
  registerHooks({
    load(url, context, next) {
      if (isOpen) appendFileSync(MODULES_FILE, `${url}\n`)
      return next(url, context)
    },
  })
}
