import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/*
 * A disk with simulated power cuts: an ext4 filesystem in a file of this machine. The kernel's EXT4_IOC_SHUTDOWN without a flush (also used
 * by the xfstests suite) stops all writes, to files and to the journal, and unsynced data is lost.
 */

const run = promisify(execFile);

/** _IOR('X', 125, __u32), and the flag EXT4_GOING_FLAGS_NOLOGFLUSH. */
const SHUTDOWN = `open(my $folder, "<", $ARGV[0]) or die $!; my $flag = pack("I", 2); ioctl($folder, 0x8004587d, $flag) or die $!;`;
const SIZE_BYTES = 2_000_000_000;
/** How long ending processes may keep the folder open. */
const RELEASE_WITHIN_MS = 30_000;

export interface Disk {
  /** Its mount point. */
  readonly folder: string;
  /** Cuts the power: every later access fails, and unsynced data is lost. */
  cutPower(): Promise<void>;
  /** Mounts it again once no process uses it; the kernel replays the journal. */
  mountAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Whether this machine lets the tests mount and cut a disk: Linux, as root, with loop devices, ext4 and Perl. */
export function canCutPower(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-disk-"));
  const [image, mount] = [path.join(folder, "image"), path.join(folder, "disk")];
  try {
    fs.mkdirSync(mount);
    fs.writeFileSync(image, "");
    fs.truncateSync(image, 16_000_000);
    execFileSync("mkfs.ext4", ["-q", "-F", image], { stdio: "ignore" });
    execFileSync("mount", ["-o", "loop", image, mount], { stdio: "ignore" });
    try {
      execFileSync("perl", ["-e", SHUTDOWN, mount], { stdio: "ignore" });
      return true;
    } finally {
      execFileSync("umount", [mount], { stdio: "ignore" });
    }
  } catch {
    return false;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export async function openDisk(): Promise<Disk> {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-disk-"));
  fs.chmodSync(outside, 0o755);
  const [image, folder] = [path.join(outside, "image"), path.join(outside, "disk")];
  fs.mkdirSync(folder);
  fs.writeFileSync(image, "");
  fs.truncateSync(image, SIZE_BYTES);
  await run("mkfs.ext4", ["-q", "-F", image]);
  const mount = () => run("mount", ["-o", "loop,noatime", image, folder]);
  await mount();
  return {
    folder,
    cutPower: async () => void (await run("perl", ["-e", SHUTDOWN, folder])),
    async mountAgain() {
      await unmount(folder);
      await mount();
    },
    async close() {
      await unmount(folder);
      fs.rmSync(outside, { recursive: true, force: true });
    },
  };
}

async function unmount(folder: string): Promise<void> {
  const giveUpAt = performance.now() + RELEASE_WITHIN_MS;
  for (;;) {
    try {
      await run("umount", [folder]);
      return;
    } catch (error) {
      // The database's processes end a moment after the shop.
      if (performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
