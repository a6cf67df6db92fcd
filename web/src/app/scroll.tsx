/** Scrolls each new page to its top or to the fragment of its address. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const place = hash && document.getElementById(hash.slice(1))
    if (place) place.scrollIntoView()
    else if (pathname) window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}
