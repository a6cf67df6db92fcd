// Shows the page that the build rendered.
// Holds back clicks and submits until the app can handle them.
// React itself replays only forms with an action function, and without feedback.
{
  const root = document.getElementById('root')
  const words = document.getElementById('held')

  const isForStrangers = () => {
    try {
      // A quote starts the mark of an expired session.
      const isSignedOut = localStorage.getItem('wastesense_auth')?.startsWith('"') ?? true
      // Only the app can show a notice on arrival.
      return isSignedOut && !history.state?.usr?.notice
    } catch {
      return true
    }
  }

  const say = (sentence) => {
    words.textContent = sentence
    words.hidden = sentence === ''
  }

  const holdPresses = () => {
    const drawn = root.querySelector('main')
    const languages = root.querySelector('select')
    let held
    let language

    // Neither the browser nor the app receives the event.
    // A form would leave the page, and a partly hydrated app would act twice.
    const hold = (event) => {
      if (!drawn.isConnected) return stop()
      const isSent = event.type === 'submit'
      const pressed = isSent ? event.target.querySelector('[type=submit]') : event.target.closest('#root [type=button]')
      if (!pressed) return
      event.preventDefault()
      event.stopImmediatePropagation()
      held?.removeAttribute('aria-busy')
      held = pressed
      held.setAttribute('aria-busy', 'true')
      if (isSent) say('Sending as soon as the app has loaded...')
    }
    // The app reads the stored choice when it starts; hydration resets the field.
    const choose = ({ target }) => {
      if (target !== languages) return
      language = target.value
      try {
        localStorage.setItem('wastesense_language', language)
      } catch {
        // Storage can be forbidden.
      }
    }
    const fail = ({ target }) => {
      if (target.tagName === 'SCRIPT') say('The app could not be loaded. Check your connection and reload the page.')
    }
    const stop = () => {
      removeEventListener('submit', hold, true)
      removeEventListener('click', hold, true)
      removeEventListener('change', choose, true)
      removeEventListener('error', fail, true)
      say('')
    }
    addEventListener('submit', hold, true)
    addEventListener('click', hold, true)
    addEventListener('change', choose, true)
    addEventListener('error', fail, true)
    root.addEventListener(
      'taken-over',
      () => {
        stop()
        held?.removeAttribute('aria-busy')
        // The app knows the typed values by then.
        setTimeout(() => {
          held?.click()
          if (!language || !languages.isConnected) return
          languages.value = language
          languages.dispatchEvent(new Event('change', { bubbles: true }))
        })
      },
      { once: true },
    )
  }

  if (isForStrangers()) {
    const { mantineColorScheme: scheme } = document.documentElement.dataset
    const drawn = (name) => document.querySelector(`template[data-drawn=${name}]`).content
    root.replaceChildren(drawn('frame'), drawn(scheme))
    root.dataset.drawn = location.pathname
    holdPresses()
  }
}
