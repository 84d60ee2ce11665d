#!/usr/bin/env node
// Unpacks the archive that this package carries, once for each version, and becomes the program in it.
"use strict";

const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const archives = path.join(__dirname, "..", "archive");
const platform = `${{ linux: "linux", darwin: "macos" }[process.platform] || process.platform}-${process.arch}`;

function fail(what, advice) {
  console.error(`mulligan: ${what}\n  ${advice}`);
  process.exit(2);
}

function archive() {
  const found = fs.readdirSync(archives).find((name) => name.endsWith(`-${platform}.tar.gz`));
  return found ?? fail(`this package has no program for ${platform}`, "Build it from its sources: ./mulligan in a clone.");
}

function unpacked() {
  const file = archive();
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  const name = file.slice(0, -".tar.gz".length);
  const place = path.join(cache, "mulligan", name);
  if (fs.existsSync(path.join(place, "bin", "mulligan"))) {
    return place;
  }
  // Beside its final place, so that two that start at the same time do not see each other's halves.
  fs.mkdirSync(path.dirname(place), { recursive: true });
  const fresh = fs.mkdtempSync(path.join(path.dirname(place), ".unpack-"));
  const tar = spawnSync("tar", ["-xzf", path.join(archives, file), "-C", fresh], { stdio: "inherit" });
  if (tar.status !== 0) {
    fs.rmSync(fresh, { recursive: true, force: true });
    fail(`${file} could not be unpacked below ${cache}`, "Is tar installed, and is there room for 250 MB?");
  }
  try {
    fs.renameSync(path.join(fresh, name), place);
  } catch (error) {
    if (!fs.existsSync(place)) {
      throw error;
    }
  }
  fs.rmSync(fresh, { recursive: true, force: true });
  return place;
}

const program = spawn(path.join(unpacked(), "bin", "mulligan"), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both; what is sent to this process alone is passed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => program.kill("SIGTERM"));
program.on("exit", (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
