/** Agents of this machine: specs that run a program, which a server has to allow. */

const KINDS = ["python", "kaggle", "exec", "uci"];

/** Return whether a spec runs a program of the machine. */
export function isLocal(spec: string): boolean {
  const [kind = "", rest = ""] = spec.trim().split(/:(.*)/s);
  return KINDS.includes(kind) && rest !== "";
}
