import { remote } from '../../rspack.preset.ts'

export default remote({ role: 'student', port: 4101 })
