import { remote } from '../../rspack.preset.ts'

export default remote({ role: 'teacher', port: 4102 })
