import { useEffect, useRef, useState } from 'react'

/** Opens a panel until the button or anything outside is pressed or focused; `close` restores the focus. */
export function usePopover() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return { open, setOpen, close, root, button }
}
